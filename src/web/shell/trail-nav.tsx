import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useText } from '#kit/web/text/kit-text.ts'
import { breadcrumbs, type Visit } from './trail.ts'
import classes from './trail-nav.module.css'

/** The visited pages, at most three; the last one is the current page. */
export function Breadcrumbs({ visits }: { visits: readonly Visit[] }) {
  const t = useText()
  return (
    <nav className={classes.trail} aria-label={t('shell.trail')}>
      <ol>
        {breadcrumbs(visits).map(({ label, href, prefix }) => (
          <Fragment key={href ?? 'here'}>
            {prefix && <li className={classes.prefix}>{prefix}</li>}
            <li
              className={href === null ? classes.here : classes.past}
              aria-current={href === null ? 'page' : undefined}
            >
              {href === null ? label : <Link to={href}>{label}</Link>}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
