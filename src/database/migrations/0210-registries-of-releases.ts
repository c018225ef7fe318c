/** The registry outside of the portal that the images of a release were copied to. */
export const registriesOfReleases = {
  name: '0210-registries-of-releases',
  sql: `
-- Its host, with the path where its address has one; null where customers pull from the portal.
alter table bundle_releases add column registry text;
`,
} as const
