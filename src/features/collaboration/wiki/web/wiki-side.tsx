import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  IconChevronDown,
  IconChevronRight,
  IconFilePlus,
  IconFileText,
  IconLock,
  IconPlus,
  IconSearch,
  IconWorld,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { aboveOf, rowsOf, type TreeRow, treeOf } from './page-tree.ts'
import { SearchHits } from './search-hits.tsx'
import classes from './side.module.css'
import { wikiPageAt } from './wiki-address.ts'

/** Larger wikis begin closed: a list of a thousand pages is no overview. */
const MOST_OPEN = 200

/** Search, and the pages as trees: those of the account, and the shared ones. */
export function WikiSide(props: {
  account: AccountChoice | null
  nodes: readonly WikiNode[]
  openId: string | undefined
  onNew: (() => void) | undefined
}) {
  const t = useText()
  const phone = useIsMobile()
  const { account, nodes, openId, onNew } = props
  const { query, change } = useUrlQuery<'q'>()
  const words = query.q ?? ''
  const [openById, setOpenById] = useState<Readonly<Record<string, boolean>>>({})
  const above = aboveOf(nodes, openId)
  const isOpen = (id: string) => openById[id] ?? (nodes.length <= MOST_OPEN || above.includes(id))
  const toggle = (id: string, open: boolean) => setOpenById({ ...openById, [id]: open })
  // On a phone the title of the page is in the header above.
  const Heading = phone ? 'h2' : 'h3'
  const spaces = [...(account ? [account.name] : []), null]
  return (
    <aside className={classes.side} aria-label={t('pages')}>
      <header className={classes.sideHead}>
        {!phone && <h2>{t('title')}</h2>}
        {onNew && !phone && (
          <IconButton aria-label={t('newPage')} title={t('newPage')} onClick={onNew}>
            <IconFilePlus size={17} aria-hidden />
          </IconButton>
        )}
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={15} aria-hidden />}
          maxLength={200}
          value={words}
          onChange={(event) => change({ q: event.currentTarget.value || undefined })}
        />
      </header>
      {words.trim() === '' ? (
        spaces.map((space) => {
          const own = nodes.filter((node) => node.account === space)
          return (
            <section key={space ?? ''} className={classes.space}>
              <Heading className={classes.spaceName}>
                {space === null ? (
                  <IconWorld size={18} aria-hidden />
                ) : (
                  <Monogram name={account?.displayName ?? space} size={20} />
                )}
                <span translate={space === null ? undefined : 'no'}>
                  {space === null ? t('shared') : account?.displayName}
                </span>
                <span className={classes.note}>{t('pageCount', { count: own.length })}</span>
              </Heading>
              {own.length === 0 ? (
                <p className={classes.nonePart}>{t('noneHere')}</p>
              ) : (
                <TreeNav
                  label={space === null ? t('shared') : (account?.displayName ?? space)}
                  rows={rowsOf(treeOf(own), isOpen)}
                  openId={openId}
                  account={account}
                  onToggle={toggle}
                />
              )}
            </section>
          )
        })
      ) : (
        <SearchHits account={account} words={words.trim()} openId={openId} />
      )}
      {onNew && phone && (
        <BottomBar>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
            {t('newPage')}
          </Button>
        </BottomBar>
      )}
    </aside>
  )
}

/**
 * Pages as a tree of links, one stop of the Tab key: arrows move, right and left open and close, Enter follows the
 * link.
 */
function TreeNav(props: {
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

/** What a key does in a tree: the focus goes to a row, or the row at the focus is opened or closed. */
type TreeStep = { readonly to: number } | { readonly open: boolean }

/** The step of a key, by the pattern for trees of WAI-ARIA; undefined for other keys. */
function treeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return { to: at + 1 }
    case 'ArrowUp':
      return { to: at - 1 }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      return row?.isOpen === false ? { open: true } : { to: row?.isOpen ? at + 1 : at }
    case 'ArrowLeft':
      if (row?.isOpen) return { open: false }
      return { to: rows.findLastIndex(({ level }, index) => index < at && level < (row?.level ?? 0)) }
    default:
      return undefined
  }
}
