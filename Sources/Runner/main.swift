import BundleABI
import WorkerShims
