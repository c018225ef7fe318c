import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBook, IconFileOff, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { usePageLabel, usePhoneTitle } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { readWikiPage, type WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { rowsOf, treeOf } from './page-tree.ts'
import { PageView } from './page-view.tsx'
import { useMayWrite, useWiki } from './use-wiki.ts'
import classes from './wiki.module.css'
import { wikiAt, wikiPageAt } from './wiki-address.ts'
import { WikiSide } from './wiki-side.tsx'

const NewPage = lazyNamed(() => import('./new-page.tsx'), 'NewPage')

/** The wiki of the account in the address; without one the shared pages. */
export function WikiPages() {
  const { account: accountName } = useParams({ strict: false }) as { account?: string }
  const account = useAccount()
  if (accountName === undefined) return <Wiki account={null} />
  return account ? <Wiki key={account.name} account={account} /> : <LoadingRows rows={10} />
}

/** The tree of pages, and beside it the open one. On a phone one of the two. */
function Wiki({ account }: { account: AccountChoice | null }) {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false }) as { pageId?: string }
  const { query, change } = useUrlQuery<'show' | 'parent' | 'q'>()
  const result = useWiki(account)
  const mayWriteShared = useMayWrite(null)
  const mayWriteOwn = useMayWrite(account?.name ?? null)
  const mayWrite = mayWriteShared || (account !== null && mayWriteOwn)
  const { q } = query
  const isNew = query.show === 'new' && mayWrite
  const first = result.data && firstOf(result.data, account)
  useEffect(() => {
    if (!phone && pageId === undefined && !isNew && first !== undefined)
      void navigate({ href: wikiPageAt(account, first, { q }), replace: true })
  }, [phone, pageId, isNew, first, account, q, navigate])
  const startNew = () => change({ show: 'new', parent: undefined }, 'step')
  const isTreeAlone = phone && pageId === undefined && !isNew
  usePhoneTitle(isTreeAlone ? t('title') : undefined, account?.displayName ?? t('shared'))
  return (
    <QueryView query={result} page rows={10}>
      {(nodes) => {
        const isEmpty = nodes.length === 0
        return (
          <Page kind="fill">
            <div className={classes.columns}>
              {(!phone || isTreeAlone) && !(isEmpty && phone) && (
                <WikiSide account={account} nodes={nodes} openId={pageId} onNew={mayWrite ? startNew : undefined} />
              )}
              {!(isTreeAlone && !isEmpty) && (
                <section className={classes.content}>
                  <Suspense fallback={<LoadingRows rows={8} />}>
                    {isNew && <NewPage account={account} nodes={nodes} parent={query.parent} />}
                    {!isNew && pageId !== undefined && (
                      <OpenPage key={pageId} id={pageId} account={account} nodes={nodes} />
                    )}
                    {!isNew && pageId === undefined && isEmpty && (
                      <EmptyState
                        page
                        colour="light-grey"
                        icon={<IconBook size={28} aria-hidden />}
                        title={t('none')}
                        actions={
                          mayWrite && (
                            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={startNew}>
                              {t('newPage')}
                            </Button>
                          )
                        }
                      >
                        {t(mayWrite ? 'noneWriter' : 'noneReader')}
                      </EmptyState>
                    )}
                  </Suspense>
                </section>
              )}
            </div>
          </Page>
        )
      }}
    </QueryView>
  )
}

/** The page that is shown where none is chosen: the first of the account, else the first shared one. */
function firstOf(nodes: Parameters<typeof treeOf>[0], account: AccountChoice | null): string | undefined {
  const own = nodes.filter((node) => node.account === (account?.name ?? null))
  return rowsOf(treeOf(own.length > 0 ? own : nodes), () => false)[0]?.node.id
}

const EditPage = lazyNamed(() => import('./edit-page.tsx'), 'EditPage')
const PageHistory = lazyNamed(() => import('./page-history.tsx'), 'PageHistory')

/** The page with the id, in one of its views: to read, to edit, or its history. */
function OpenPage(props: { id: string; account: AccountChoice | null; nodes: readonly WikiNode[] }) {
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
