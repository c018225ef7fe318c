import './prose.css'
import { useEffect, useState } from 'react'
import { useMe } from '../who/me.tsx'
import classes from './markdown.module.css'

/** Shows Markdown of users: sanitized, links only to http, https and mailto, no pictures but the portal's own. */
export function Markdown({ text }: { text: string }) {
  const [html, setHtml] = useState<string | null>(null)
  const { trustedLinkHosts } = useMe()
  useEffect(() => {
    let wanted = true
    void import('./markdown-html.ts').then(
      ({ markdownHtml }) => wanted && setHtml(markdownHtml(text, trustedLinkHosts)),
    )
    return () => {
      wanted = false
    }
  }, [text, trustedLinkHosts])
  if (html === null) return <div className={`prose ${classes.plain}`}>{text}</div>
  return <Cleaned html={html} />
}

function Cleaned({ html }: { html: string }) {
  return (
    <div className="prose" ref={(box) => box?.replaceChildren(document.createRange().createContextualFragment(html))} />
  )
}
