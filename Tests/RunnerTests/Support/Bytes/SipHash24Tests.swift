// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// SipHash-2-4 against the vectors that its authors published.
struct SipHash24Tests {
    /// The published hashes of the inputs of 0, 1, 2, … 63 bytes, each eight bytes as the reference code prints them.
    static let reference: [UInt64] = [
        0x310e_0edd_47db_6f72, 0xfd67_dc93_c539_f874, 0x5a4f_a9d9_0980_6c0d, 0x2d7e_fbd7_9666_6785,
        0xb787_7127_e094_27cf, 0x8da6_99cd_6455_7618, 0xcee3_fe58_6e46_c9cb, 0x37d1_018b_f500_02ab,
        0x6224_939a_79f5_f593, 0xb0e4_a90b_df82_009e, 0xf3b9_dd94_c5bb_5d7a, 0xa7ad_6b22_462f_b3f4,
        0xfbe5_0e86_bc8f_1e75, 0x903d_84c0_2756_ea14, 0xeef2_7a8e_90ca_23f7, 0xe545_be49_61ca_29a1,
        0xdb9b_c257_7fcc_2a3f, 0x9447_be2c_f5e9_9a69, 0x9cd3_8d96_f0b3_c14b, 0xbd61_79a7_1dc9_6dbb,
        0x98ee_a21a_f25c_d6be, 0xc767_3b2e_b0cb_f2d0, 0x883e_a3e3_9567_5393, 0xc8ce_5ccd_8c03_0ca8,
        0x94af_49f6_c650_adb8, 0xeab8_858a_de92_e1bc, 0xf315_bb5b_b835_d817, 0xadcf_6b07_6361_2e2f,
        0xa5c9_1da7_acaa_4dde, 0x7165_9587_6650_a2a6, 0x28ef_495c_53a3_87ad, 0x42c3_41d8_fa92_d832,
        0xce7c_f272_2f51_2771, 0xe378_59f9_4623_f3a7, 0x3812_05bb_1ab0_e012, 0xae97_a10f_d434_e015,
        0xb4a3_1508_beff_4d31, 0x8139_6229_f090_7902, 0x4d0c_f49e_e5d4_dcca, 0x5c73_336a_76d8_bf9a,
        0xd0a7_0453_6ba9_3e0e, 0x9259_58fc_d642_0cad, 0xa915_c29b_c806_7318, 0x952b_79f3_bc0a_a6d4,
        0xf21d_f2e4_1d45_35f9, 0x8757_7519_048f_53a9, 0x10a5_6cf5_dfcd_9adb, 0xeb75_095c_cd98_6cd0,
        0x51a9_cb9e_cba3_12e6, 0x96af_adfc_2ce6_66c7, 0x72fe_5297_5a43_64ee, 0x5a16_45b2_76d5_92a1,
        0xb274_cb8e_bf87_870a, 0x6f9b_b420_3de7_b381, 0xeaec_b2a3_0b22_a87f, 0x9924_a43c_c131_5724,
        0xbd83_8d3a_afbf_8db7, 0x0b1a_2a32_65d5_1aea, 0x1350_79a3_231c_e660, 0x932b_2846_e4d7_0666,
        0xe191_5f5c_b1ec_a46c, 0xf325_965c_a16d_629f, 0x575f_f28e_6038_1be5, 0x7245_06eb_4c32_8a95,
    ]

    /// The published key.
    static let empty = SipHash24(k0: 0x0706_0504_0302_0100, k1: 0x0f0e_0d0c_0b0a_0908)

    @Test("published vector", arguments: Array(reference.enumerated()))
    func publishedVector(length: Int, expected: UInt64) {
        var hash = Self.empty
        hash.append((0..<length).map { UInt8($0) })
        #expect(hash.finalized() == expected.byteSwapped)
    }

    @Test("bytes may come in any portions", arguments: 0...15)
    func portions(split: Int) {
        var hash = Self.empty
        hash.append((0..<split).map { UInt8($0) })
        _ = hash.finalized()
        hash.append((split..<15).map { UInt8($0) })
        #expect(hash.finalized() == UInt64(0xe545_be49_61ca_29a1).byteSwapped)
    }
}
