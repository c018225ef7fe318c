import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconFilePlus, IconPlus, IconSearch, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { aboveOf, rowsOf, treeOf } from './page-tree.ts'
import { SearchHits } from './search-hits.tsx'
import classes from './side.module.css'
import { TreeNav } from './tree-nav.tsx'

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
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const above = aboveOf(nodes, openId)
  const isOpen = (id: string) => toggled[id] ?? (nodes.length <= MOST_OPEN || above.includes(id))
  const toggle = (id: string, open: boolean) => setToggled({ ...toggled, [id]: open })
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
