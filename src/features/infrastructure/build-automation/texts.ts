import { texts } from '#kit/contract/texts.ts'

/** What the server writes. */
export const serverTexts = {
  queueGone: '{system} no longer has the queue item of this build.',
  cancelledInQueue: 'The build was cancelled in the queue of {system}.',
  ended: 'Build {number} ended with {result}.',
  tooLong: 'The build did not end within 24 hours.',
}

/** The texts of build automation. */
export const { useText } = texts('build-automation', {
  title: 'Build automation',
  note: 'the Jenkins that link jobs of {account} start',
  none: 'No Jenkins connected',
  noneText:
    'Link jobs work without it: a user runs the commands of their instructions. With a Jenkins, each link job also starts its job with the parameters below.',
  settings: 'Jenkins of {account}',
  url: 'Address',
  urlHint: 'For example https://jenkins.example.com',
  job: 'Job',
  jobHint: 'Jobs in folders are written with slashes: network/headend-link',
  username: 'User',
  token: 'API token',
  tokenKept: 'Stored. Leave it empty to keep it; a new address needs it again.',
  save: 'Save',
  saved: 'Build automation saved',
  diagnostics: 'Test and diagnostics',
  parameters: 'Parameters of a build',
  parametersNote: 'declare them in the job',
  name: 'Parameter',
  value: 'Value',
  secret: 'a password parameter',
  ACCOUNT: 'the name of the account',
  DEPLOYMENT: 'the name of the deployment',
  CLUSTER: 'the name of the cluster',
  ENROLMENT_TOKEN: 'the enrolment token; it works once',
  HEADEND_BUILD: 'the number of the build in this portal, so that no build starts twice',
  description:
    'Written against a community description of Jenkins’ remote access API of 2019; Jenkins publishes none. Test the connection after an upgrade of Jenkins.',
})
