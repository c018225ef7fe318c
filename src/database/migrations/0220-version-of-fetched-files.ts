/** The version of a file in the file-sharing storage that an upload fetches, and the SHA-1 that its bytes must have. */
export const versionOfFetchedFiles = {
  name: '0220-version-of-fetched-files',
  sql: `
alter table uploads add column source_version text, add column expected_sha1 text;
`,
} as const
