import './prose.css'
import { useEffect, useState } from 'react'
import { useMe } from '../who/me.tsx'
import classes from './markdown.module.css'

/** Shows Markdown of users: sanitized, links only to http, https and mailto, no pictures but the portal's own. */
export function Markdown({ text }: { text: string }) {
  const [html, setHtml] = useState<string | null>(null)
  const { trustedLinkHosts } = useMe()
  useEffect(() => {
    let isCurrent = true
    void import('./markdown-html.ts').then(
      ({ markdownHtml }) => isCurrent && setHtml(markdownHtml(text, trustedLinkHosts)),
    )
    return () => {
      isCurrent = false
    }
  }, [text, trustedLinkHosts])
  if (html === null) return <div className={`prose ${classes.plain}`}>{text}</div>
  return <CleanHtml html={html} />
}

function CleanHtml({ html }: { html: string }) {
  return (
    <div className="prose" ref={(box) => box?.replaceChildren(document.createRange().createContextualFragment(html))} />
  )
}
