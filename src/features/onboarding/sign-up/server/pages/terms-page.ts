import { type Look, page } from '#features/sign-in/identity-providers/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import en from '../../messages/en.json' with { type: 'json' }
import terms from '../../messages/terms.en.json' with { type: 'json' }

/** The address of the terms. */
export const TERMS_PATH = '/signup/terms'
/** The version of the terms that users accept now; recorded with their consent. */
export const termsVersion = terms.version

/** The terms and conditions that users accept when they sign up. */
export function termsPage(look: Look) {
  const { portalName: portal, vendor } = look.config
  const words = { portal, vendor: vendor.name, version: terms.version }
  const body = html`<h1>${terms.title}</h1><p class="lead">${fillText(terms.lead, words)}</p>
<section class="terms">${terms.sections.map(({ title, text }) => html`<h2>${title}</h2><p>${fillText(text, words)}</p>`)}</section>
<p><a href="/signup">${en.signup.title}</a></p>`
  return page(look, { title: terms.title, body })
}

/** The checkbox of consent, with a link to the terms. */
export function consentBox(): Html {
  return html`<label class="check"><input type="checkbox" name="termsAccepted" value="yes" required> <span>${en.agree} <a href="${TERMS_PATH}" target="_blank">${en.terms}</a></span></label>`
}
