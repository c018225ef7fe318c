import { createElement, Fragment, type ReactNode } from 'react'

const TAGS = new Set(['b', 'i', 'em', 'strong', 'a', 'br', 'code'])

/**
 * Shows a short text that may carry `b i em strong a br code`. It is parsed into an inert document and rebuilt as
 * elements, so no other tag and no attribute but a safe `href` gets through.
 */
export function SafeHtml({ html }: { html: string }) {
  if (!/[<&]/.test(html)) return html
  return <>{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</>
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => createElement(Fragment, { key: index }, rebuildNode(child)))
}

function rebuildNode(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (tag === 'script' || tag === 'style') return null
  if (!TAGS.has(tag)) return childrenOf(node)
  if (tag === 'br') return <br />
  return createElement<object>(tag, tag === 'a' ? linkProps(node.getAttribute('href')) : null, childrenOf(node))
}

function linkProps(href: string | null): { href?: string; rel?: string } {
  return href && /^(https?:|mailto:|\/(?!\/))/i.test(href) ? { href, rel: 'noopener' } : {}
}
