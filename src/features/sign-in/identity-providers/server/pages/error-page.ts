import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import { referenceOf, signInTexts } from '../../contract.ts'
import { type Look, page } from './layout.ts'

type Why = Exclude<keyof typeof signInTexts.errors, 'title' | 'again' | 'reference'>

/**
 * Sign-in failed: why, and the way back. `detail` is the provider's own short message, if it gave one; administrators
 * find the attempt by the reference.
 */
export function errorPage(
  look: Look,
  {
    title,
    name = '',
    detail,
    attempt,
  }: { title: Why; name?: string; detail?: string | undefined; attempt?: string | undefined },
): Html {
  const texts = signInTexts.errors
  const why = fillText(texts[title], { name, portal: look.config.portalName })
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${why}</p>
${detail && html`<p class="quiet">${detail}</p>`}
${attempt && html`<p class="quiet">${fillText(texts.reference, { reference: referenceOf(attempt) })}</p>`}
<a class="button" href="/signin">${texts.again}</a>`
  return page(look, { title: texts.title, body })
}
