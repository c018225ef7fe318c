import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { type Look, page } from './layout.ts'

type Why = Exclude<keyof typeof signInTexts.errors, 'title' | 'again'>

/** Sign-in did not work: why, and the way back. `detail` is the provider's own short word, if it gave one. */
export function errorPage(
  look: Look,
  { title, name = '', detail }: { title: Why; name?: string; detail?: string | undefined },
): Html {
  const texts = signInTexts.errors
  const why = fillText(texts[title], { name, portal: look.config.portalName })
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${why}</p>
${detail && html`<p class="quiet">${detail}</p>`}
<a class="button" href="/signin">${texts.again}</a>`
  return page(look, { title: texts.title, body })
}
