/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'Prometheus',
  url: 'Address',
  urlHelp: 'Any system with the HTTP API of Prometheus: the part before /api/v1, like https://prometheus.example.com',
  username: 'User (basic authentication)',
  password: 'Password',
  token: 'Bearer token',
  tokenHelp: 'Used instead of a user and password',
  tenant: 'Tenant',
  tenantHelp: 'Sent as X-Scope-OrgID to systems that have several tenants',
  label: 'Label that names the deployment',
  labelHelp: 'deployment, unless the series name it in another label',
  notThere: '{name} is not at this address: it responds to /api/v1 with status {status}.',
}
