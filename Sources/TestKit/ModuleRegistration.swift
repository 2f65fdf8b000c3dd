import BundleABI
import ModuleSection
