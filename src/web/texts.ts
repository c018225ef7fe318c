import { texts } from '#kit/contract/texts.ts'

/** The texts of the page without a permission, loaded with it. */
export const { useText: useDeniedText } = texts('denied', {
  title: 'Access to {page} is denied',
  this: 'this page',
  needs: 'This page requires the role {role} in {account}.',
  needsAnywhere: 'This page requires the role {role}.',
  or: '{roles} or {role}',
  are: 'Your role is {own}. Contact the administrator of your account.',
  text: 'Your role, {own}, does not include this page. Contact the administrator of your account.',
  staff: 'This page is for vendor staff only.',
  nearest: 'nearest page that you can open',
})

/** The texts of the page before another site, loaded with it. */
export const { useText: useLeavingText } = texts('leaving', {
  title: 'This link leaves {portal}',
  text: 'This link was written by a user. Continue only if you trust the site.',
  coded: 'The domain name contains letters that look like other letters. Its actual name is {host}.',
  user: 'The text before the @ is not the site that the link opens.',
  on: 'Continue',
  wrong: 'This link is invalid',
  wrongText: 'Its URL is not a web address.',
})

/** The texts of the page of an address that does not exist, loaded with it. */
export const { useText: useNotFoundText } = texts('not-found', {
  label: 'Page not found',
  title: 'Page not found',
  text: 'The URL may be mistyped, the page may be deleted, or you may not have permission to see it.',
  home: 'Go to the dashboard',
})

/** The texts of the palette, loaded with it. */
export const { useText: usePaletteText } = texts('palette', {
  title: 'Search or jump to',
  placeholder: 'Search or jump to…',
  inAll: 'in all accounts',
  inOne: 'in {account}',
  narrow: 'narrow',
  widen: 'widen',
  move: 'move',
  open: 'open',
  split: 'in split view',
  actionsOnly: 'actions only',
  hits_one: '{count} result in {ms} ms',
  hits_other: '{count} results in {ms} ms',
  none: 'No results for {words}.',
  start: 'Enter a case key, a name or a word from a case.',
  pages: 'Pages',
  casesOf: 'Show cases of {name}',
  impersonate: 'Impersonate {name}',
  kinds: {
    account: 'Accounts',
    case: 'Cases',
    deployment: 'Deployments',
    user: 'Users',
    'known-issue': 'Known issues',
    wiki: 'Wiki pages',
    event: 'Events',
  },
  actions: 'Actions',
})

/** The texts of the end of a session, loaded with its dialog. */
export const { useText: useSessionText } = texts('session', {
  title: 'Are you still there?',
  text_one: 'You have been signed in for {count} hour. You will be signed out in {left}. Your input is kept.',
  text_other: 'You have been signed in for {count} hours. You will be signed out in {left}. Your input is kept.',
  minutes: '{minutes} min {seconds} s',
  who: 'Signed in as {name} · {username}',
  stay: 'Stay signed in',
  left: 'Time left: {left}',
})

/** The texts of the menus that open from the frame of the pages. */
export const { useText: useMenuText } = texts('menus', {
  demoText: 'Users, accounts and figures are fictional. No second factor is required here.',
  findAccount: 'Find an account',
  noAccount: 'No matching accounts',
  profile: 'Profile',
  keys: 'Keyboard shortcuts',
  density: 'Density',
  compact: 'Compact',
  normal: 'Normal',
  comfortable: 'Comfortable',
  signOut: 'Sign out',
})
