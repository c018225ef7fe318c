/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  mismatch: 'Password mismatch',
  agree: 'I agree to the',
  terms: 'terms and conditions',
  signup: {
    title: 'Sign up',
    lead: 'for {portal}, the {vendor} customer portal',
    email: 'E-mail address',
    fullName: 'First and last name',
    account: 'Account',
    accountHint: 'the account name in the URL of the portal; ask a colleague',
    submit: 'Sign up',
    back: 'Back to sign-in',
    sentTitle: 'Check your mail',
    sentText: 'If {email} can sign up, we sent a link. It works once, within 72 hours.',
    allowed: 'This domain can sign up.',
    wrongEmail: 'Invalid email address',
    wrongName: 'Enter your first and last name.',
    wrongAccount: 'Enter an account name.',
  },
  finish: {
    title: 'Welcome to {portal}',
    lead: 'for {email}',
    fullName: 'First and last name',
    password: 'New password',
    repeat: 'Repeat password',
    rule: 'Requirements',
    submit: 'Get started',
    show: 'Show password',
    usedTitle: 'This link was already used',
    usedText: 'Sign in with the password that you chose.',
    expiredTitle: 'This link is no longer valid',
    expiredText: 'It has expired, or a newer link was sent.',
    again: 'Send new link',
  },
}

/** The texts of terms. */
export const termsTexts = {
  version: '2026-11-01',
  title: 'Terms and conditions',
  lead: 'for the use of {portal}, the customer portal of {vendor}. Version of {version}.',
  sections: [
    {
      title: 'Who may use the portal',
      text: 'Access is given to users who work for, or on behalf of, a customer of {vendor}, for the accounts that they belong to. It is personal: do not share your password, your codes or your passkeys. Tell your administrator immediately if someone else may know them, or when you change your employer.',
    },
    {
      title: 'Purpose of the portal',
      text: 'You use the portal to receive software and its documents, to file and follow support cases, and to work together with {vendor} on the systems that your company runs. Software and documents are licensed under the contract between your company and {vendor}; these terms do not extend that license.',
    },
    {
      title: 'Your content',
      text: "Add only content that you are allowed to share with {vendor}, and as little personal data as the matter needs. Files and texts remain your company's. {vendor} uses them to answer you and to find and fix faults.",
    },
    {
      title: 'What is recorded',
      text: 'The portal records your name, your e-mail address, when and from where you signed in, and what you changed or downloaded, so that your company and {vendor} can see who did what. You see your own entries in your profile. When your access ends, your personal data is erased; your comments in cases remain, without your name.',
    },
    {
      title: 'Acceptable use',
      text: 'Do not try to access data that you have no permission for, to disrupt the portal, or to test its security without written permission of {vendor}. If you find a vulnerability, tell {vendor} before you tell anyone else.',
    },
    {
      title: 'Availability',
      text: 'The portal may be changed, or be unavailable for maintenance. What {vendor} promises about its availability and about support is stated in the contract with your company.',
    },
    {
      title: 'Changes',
      text: 'When these terms change, the new version is published here with its date, and you are asked to agree before you continue where the law requires it. The version that you agreed to is recorded.',
    },
  ],
}
