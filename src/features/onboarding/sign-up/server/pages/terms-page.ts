import { type Look, page } from '#features/sign-in/identity-providers/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import { pageTexts, termsTexts } from '../../texts.ts'

/** The address of the terms. */
export const TERMS_PATH = '/signup/terms'
/** The version of the terms that users accept now; recorded with their consent. */
export const termsVersion = termsTexts.version

/** The terms and conditions that users accept when they sign up. */
export function termsPage(look: Look) {
  const { portalName: portal, vendor } = look.config
  const words = { portal, vendor: vendor.name, version: termsTexts.version }
  const body = html`<h1>${termsTexts.title}</h1><p class="lead">${fillText(termsTexts.lead, words)}</p>
<section class="terms">${termsTexts.sections.map(({ title, text }) => html`<h2>${title}</h2><p>${fillText(text, words)}</p>`)}</section>
<p><a href="/signup">${pageTexts.signup.title}</a></p>`
  return page(look, { title: termsTexts.title, body })
}

/** The checkbox of consent, with a link to the terms. */
export function consentBox(): Html {
  return html`<label class="check"><input type="checkbox" name="termsAccepted" value="yes" required> <span>${pageTexts.agree} <a href="${TERMS_PATH}" target="_blank">${pageTexts.terms}</a></span></label>`
}
