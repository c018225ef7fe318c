import { createHash } from 'node:crypto'
import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { signInTexts } from '../../contract.ts'
import type { ServiceState } from '../service-state.ts'
import { assetUrl } from './assets.ts'

/** What a page needs to know of the portal and of its viewer. */
export type Look = Pick<AppContext, 'config'> & {
  readonly theme?: 'light' | 'dark' | undefined
  readonly services?: ServiceState | undefined
  readonly passkeys?: boolean
}

/** A whole page: form on the left, the network on the right. Works without script. `next` is where it goes on its own. */
export function page(look: Look, { title, body, next }: { title: string; body: Html; next?: string }): Html {
  const { portalName, vendor } = look.config
  const footer = fillText(signInTexts.footer, { year: new Date().getUTCFullYear(), vendor: vendor.name })
  return html`<!doctype html>
<html lang="en"${look.theme && html` data-theme="${look.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look.theme ?? 'light dark'}">
<title>${portalName} &ndash; ${title}</title>
${next && html`<meta http-equiv="refresh" content="0;url=${next}">`}
<link rel="icon" href="${assetUrl('mark.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('sign-in.css')}">
<script src="${assetUrl('sign-in.js')}" defer><\/script>
</head>
<body>
<div class="left">
<header><img src="${assetUrl('mark.svg')}" alt="" width="28" height="28"> <span>${portalName}</span></header>
<main>${body}</main>
<footer>${footer}${look.services && html`<p class="services" data-state="${look.services}">${signInTexts.services[look.services]}</p>`}</footer>
</div>
<aside aria-hidden="true">${drawingOf(look.theme)}</aside>
</body>
</html>`
}

/**
 * The headers of every page: no caching, no third-party content, nothing inline. Browsers apply `form-action` to every
 * redirect that follows a form too, so no form is answered with one to another site (see `leavingPage`).
 */
export function pageHeaders(): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

/** A message that something failed, or that something is done. */
export function notice(kind: 'error' | 'info', text: string | undefined): Html | undefined {
  return text ? html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>` : undefined
}

/** Round initials in a colour of the user's own, away from red, orange and green. */
export function avatar(name: string): Html {
  const words = name.split(/[\s.@_-]+/).filter(Boolean)
  const initials = `${words[0]?.[0] ?? '?'}${words[1]?.[0] ?? ''}`.toUpperCase()
  const tone = createHash('sha256').update(name).digest()[0]! % 4
  return html`<span class="avatar tone-${tone}" aria-hidden="true">${initials}</span>`
}

function drawingOf(theme: Look['theme']): Html {
  const light = assetUrl('network.svg')
  const dark = assetUrl('network-dark.svg')
  if (theme) return html`<img src="${theme === 'dark' ? dark : light}" alt="">`
  return html`<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt=""></picture>`
}
