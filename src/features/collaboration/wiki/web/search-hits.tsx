import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconLock, IconSearchOff } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { listWikiPages } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './side.module.css'
import { wikiPageAt } from './wiki-address.ts'

const PAUSE_MS = 250
const SHOWN = 50

/** The pages with the words, with the text around the first of them. */
export function SearchHits(props: { account: AccountChoice | null; words: string; openId: string | undefined }) {
  const t = useText()
  const { account, words, openId } = props
  const q = usePaused(words)
  const own = account ? { account: account.name } : {}
  const query = useQueryOf(listWikiPages, { query: { ...own, q, size: SHOWN } }, { keep: true })
  return (
    <QueryView query={query} rows={6}>
      {(data) => {
        const count = data.page.totalElements
        const { pages } = data._embedded
        return (
          <>
            <p className={classes.hitCount} role="status">
              {t('hitCount', { count })}
              {count > SHOWN && ` · ${t('firstHits', { count: SHOWN })}`}
            </p>
            {count === 0 && (
              <EmptyState colour="light-grey" icon={<IconSearchOff size={20} aria-hidden />} title={t('noHits')}>
                {t('noHitsText')}
              </EmptyState>
            )}
            <ul>
              {pages.map(({ id, title, account: space, audience, excerpt = [] }) => (
                <li key={id}>
                  <Link
                    className={classes.hit}
                    to={wikiPageAt(account, id, { q: words })}
                    aria-current={id === openId ? 'page' : undefined}
                  >
                    <span className={classes.hitTitle}>
                      {audience === 'VENDOR' && (
                        <IconLock size={14} className={classes.lock} aria-label={t('internal')} role="img" />
                      )}
                      <strong translate="no">{title}</strong>
                      <small>{space === null ? t('shared') : account?.displayName}</small>
                    </span>
                    <span className={classes.excerpt} translate="no">
                      {excerpt.map(({ text, hit }, index) =>
                        // The pieces of one text, which have no other name than their place.
                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                        hit ? <mark key={index}>{text}</mark> : <span key={index}>{wordsOf(text)}</span>,
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </QueryView>
  )
}

/** Markdown without the marks that only format it. */
function wordsOf(markdown: string): string {
  return markdown.replace(/[#*`|>]+|(?<!\S)[-:]+(?!\S)/g, ' ')
}

/** The words once typing has paused. */
function usePaused(words: string): string {
  const [pausedWords, setPausedWords] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setPausedWords(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return pausedWords
}
