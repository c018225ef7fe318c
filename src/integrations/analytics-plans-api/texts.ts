/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'Analytics plans API',
  url: 'Address',
  urlHelp:
    'the part before /plans, like https://analytics.example.com/api; docs/analytics-plans-api.md describes the calls',
  token: 'Bearer token',
}
