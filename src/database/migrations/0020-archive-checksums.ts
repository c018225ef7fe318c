/** With the CRC-32 of its files known, every byte of a release's zip is known before it is sent, so that a transfer can be taken up again. */
export const archiveChecksums = {
  name: '0020-archive-checksums',
  sql: `
-- Written when the bytes are checked for the delivery; of older releases when their zip is first asked for.
alter table release_components add column crc32 bigint check (crc32 between 0 and 4294967295);
`,
}
