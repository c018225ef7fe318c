/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  requestType: 'Request type of new cases',
  requestTypeHelp: 'Its name in the service desk. Empty: the first one.',
}
