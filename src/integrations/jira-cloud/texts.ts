/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  internalRole: 'Role that reads internal comments',
  internalRoleHelp:
    'A role of the project, for example Service Desk Team. Without one, internal comments are not sent.',
  issueType: 'Type of new issues',
  issueTypeHelp: 'Empty: a type that the project has, such as Bug or Task',
  rndProject: 'Project of R&D issues',
  rndProjectHelp:
    'Its key, for example RND. Issues of R&D are created there and linked with those of their cases. Empty: they stay in the portal.',
}
