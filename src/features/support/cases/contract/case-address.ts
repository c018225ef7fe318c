/** Where every endpoint of cases begins. */
export const issues = '/api/plugins/jira/issues'
