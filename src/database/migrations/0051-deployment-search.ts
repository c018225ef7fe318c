/** Deployments are found by a part of their name or software version. */
export const deploymentSearch = {
  name: '0051-deployment-search',
  sql: `
create index deployments_name_trigrams on deployments using gin (name gin_trgm_ops);
create index deployments_version_trigrams on deployments using gin (software_version gin_trgm_ops);
`,
}
