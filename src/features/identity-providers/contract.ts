import en from './messages/en.json' with { type: 'json' }

/** Every text of the sign-in pages, which the server writes itself. */
export const signInTexts = en
