import { lazy } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { readWikiPage, type WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { PageView } from './page-view.tsx'
import { useMayWrite } from './use-wiki.ts'
import { wikiAt, wikiPageAt } from './wiki-address.ts'

const EditPage = lazy(async () => ({ default: (await import('./edit-page.tsx')).EditPage }))
const PageHistory = lazy(async () => ({ default: (await import('./page-history.tsx')).PageHistory }))

/** The page with the id, in one of its views: to read, to edit, or its history. */
export function OpenPage(props: { id: string; account: AccountChoice | null; nodes: readonly WikiNode[] }) {
  const t = useText()
  const { id, account, nodes } = props
  const { query } = useUrlQuery<'show'>()
  const { data: page, error, refetch } = useQueryOf(readWikiPage, { params: { id } })
  const mayWrite = useMayWrite(page?.account ?? null)
  usePageLabel(page?.title, { back: wikiAt(account) })
  if (error && !page)
    return (
      <NotFoundState
        page
        error={error}
        retry={() => void refetch()}
        icon={IconFileOff}
        title={t('missing')}
        actions={
          <Button variant="light" to={wikiAt(account)}>
            {t('toWiki')}
          </Button>
        }
      >
        {t('missingText')}
      </NotFoundState>
    )
  if (!page) return <LoadingRows rows={8} />
  const { account: owner, accountId, accountDisplayName } = page
  if (owner !== null && accountId !== null && owner !== account?.name)
    return (
      <EmptyState
        page
        colour="grey"
        icon={<IconFileOff size={28} aria-hidden />}
        title={t('elsewhere')}
        actions={
          <Button variant="light" to={wikiPageAt({ name: owner, id: accountId }, id)}>
            {t('toOwner', { account: accountDisplayName ?? owner })}
          </Button>
        }
      >
        {t('elsewhereText', { account: accountDisplayName ?? owner })}
      </EmptyState>
    )
  if (query.show === 'edit' && mayWrite) return <EditPage key={page.id} page={page} nodes={nodes} />
  if (query.show === 'history') return <PageHistory page={page} mayWrite={mayWrite} />
  return <PageView page={page} account={account} nodes={nodes} mayWrite={mayWrite} />
}
