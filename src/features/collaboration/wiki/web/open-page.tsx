import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileOff } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { readWikiPage, type WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { PageView } from './page-view.tsx'
import { useMayWrite } from './use-wiki.ts'
import { wikiAt, wikiPageAt } from './wiki-address.ts'

const EditPage = lazyNamed(() => import('./edit-page.tsx'), 'EditPage')
const PageHistory = lazyNamed(() => import('./page-history.tsx'), 'PageHistory')

/** The page with the id, in one of its views: to read, to edit, or its history. */
export function OpenPage(props: { id: string; account: AccountChoice | null; nodes: readonly WikiNode[] }) {
  const t = useText()
  const { id, account, nodes } = props
  const { query } = useUrlQuery<'show'>()
  const result = useQueryOf(readWikiPage, { params: { id } })
  const mayWrite = useMayWrite(result.data?.account ?? null)
  usePageLabel(result.data?.title, { back: wikiAt(account) })
  return (
    <QueryView
      query={result}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
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
      }
    >
      {(page) => {
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
      }}
    </QueryView>
  )
}
