import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { casePath } from '#features/support/case-pages/paths.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import type { OwnedItems } from '../contract.ts'
import classes from './owned-items-line.module.css'

/** Items named, at most. */
const NAMED = 8

/** The number of items of a kind, and their names. */
export function OwnedItemsLine<Thing>(props: {
  words: string
  things: readonly Thing[]
  keyOf: (thing: Thing) => string
  children: (thing: Thing) => ReactNode
}) {
  const { words, things, keyOf, children } = props
  if (things.length === 0) return null
  return (
    <li>
      {words}
      <ul className={classes.named}>
        {things.slice(0, NAMED).map((thing) => (
          <li key={keyOf(thing)}>{children(thing)}</li>
        ))}
        {things.length > NAMED && <li>+{things.length - NAMED}</li>}
      </ul>
    </li>
  )
}

/** The key of a case, linked to it. */
export function CaseKey({ one }: { one: OwnedItems['assigned'][number] }) {
  const account = useAccounts().find(({ name }) => name === one.account)
  if (!account) return <code title={one.subject}>{one.key}</code>
  return (
    <Link to={casePath({ account, key: one.key })} title={one.subject}>
      <code>{one.key}</code>
    </Link>
  )
}
