/** The path of every endpoint of cases. */
export const issues = '/api/plugins/jira/issues'
