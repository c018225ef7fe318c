import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconChevronDown, IconChevronRight, IconFileText, IconLock } from '#kit/web/icons/icons.generated.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import type { TreeRow } from './page-tree.ts'
import classes from './side.module.css'
import { treeStep } from './tree-step.ts'
import { wikiPageAt } from './wiki-address.ts'

/**
 * Pages as a tree of links, one stop of the Tab key: arrows move, right and left open and close, Enter follows the
 * link.
 */
export function TreeNav(props: {
  label: string
  rows: readonly TreeRow[]
  openId: string | undefined
  account: AccountChoice | null
  onToggle: (id: string, open: boolean) => void
}) {
  const t = useText()
  const { label, rows, openId, account, onToggle } = props
  const { query } = useUrlQuery<'q'>()
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const at =
    [focused, openId].map((id) => rows.findIndex(({ node }) => node.id === id)).find((index) => index >= 0) ?? 0
  const focus = (index: number) => {
    const id = rows[index]?.node.id
    if (id !== undefined) list.current?.querySelector<HTMLElement>(`[data-page="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : treeStep(event.key, rows, at)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    if ('to' in step) focus(step.to)
    else onToggle(rows[at]!.node.id, step.open)
  }
  return (
    <div ref={list} className={classes.tree} role="tree" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {rows.map(({ node, level, place, count, isOpen }, index) => (
        <Link
          key={node.id}
          to={wikiPageAt(account, node.id, query)}
          role="treeitem"
          className={classes.row}
          data-page={node.id}
          data-level={Math.min(level, 8)}
          tabIndex={index === at ? 0 : -1}
          aria-level={level}
          aria-posinset={place}
          aria-setsize={count}
          aria-selected={node.id === openId}
          aria-expanded={isOpen ?? undefined}
          aria-current={node.id === openId ? 'page' : undefined}
          onFocus={() => setFocused(node.id)}
        >
          {isOpen === null ? (
            <span className={classes.toggle} />
          ) : (
            // The arrow keys do the same.
            // biome-ignore lint/a11y/noStaticElementInteractions: part of the row, which has the keys
            // biome-ignore lint/a11y/useKeyWithClickEvents: part of the row, which has the keys
            <span
              className={classes.toggle}
              onClick={(event) => {
                event.preventDefault()
                event.stopPropagation()
                onToggle(node.id, !isOpen)
              }}
            >
              {isOpen ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
            </span>
          )}
          {node.audience === 'VENDOR' ? (
            <IconLock size={15} className={classes.lock} aria-label={t('internal')} role="img" />
          ) : (
            <IconFileText size={15} aria-hidden />
          )}
          <span className={classes.name} translate="no" title={node.title}>
            {node.title}
          </span>
        </Link>
      ))}
    </div>
  )
}
