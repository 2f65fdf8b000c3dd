import Testing

@testable import Runner

/// SipHash-2-4 against the vectors that its authors published.
@Suite struct SipHash24Tests {
    /// Length of the input 0, 1, 2, …, and the hash's eight bytes as the reference code prints them.
    static let reference: [(Int, UInt64)] = [
        (0, 0x310e_0edd_47db_6f72), (1, 0xfd67_dc93_c539_f874), (2, 0x5a4f_a9d9_0980_6c0d), (3, 0x2d7e_fbd7_9666_6785),
        (4, 0xb787_7127_e094_27cf), (5, 0x8da6_99cd_6455_7618), (6, 0xcee3_fe58_6e46_c9cb), (7, 0x37d1_018b_f500_02ab),
        (8, 0x6224_939a_79f5_f593), (9, 0xb0e4_a90b_df82_009e), (10, 0xf3b9_dd94_c5bb_5d7a),
        (11, 0xa7ad_6b22_462f_b3f4), (12, 0xfbe5_0e86_bc8f_1e75), (13, 0x903d_84c0_2756_ea14),
        (14, 0xeef2_7a8e_90ca_23f7), (15, 0xe545_be49_61ca_29a1), (63, 0x7245_06eb_4c32_8a95),
    ]

    /// The published key.
    static let empty = SipHash24(k0: 0x0706_0504_0302_0100, k1: 0x0f0e_0d0c_0b0a_0908)

    @Test(arguments: reference) func publishedVector(length: Int, expected: UInt64) {
        var hash = Self.empty
        hash.append((0..<length).map { UInt8($0) })
        #expect(hash.finalized() == expected.byteSwapped)
    }

    @Test(arguments: 0...15) func bytesMayComeInAnyPortions(split: Int) {
        var hash = Self.empty
        hash.append((0..<split).map { UInt8($0) })
        _ = hash.finalized()
        hash.append((split..<15).map { UInt8($0) })
        #expect(hash.finalized() == UInt64(0xe545_be49_61ca_29a1).byteSwapped)
    }
}
