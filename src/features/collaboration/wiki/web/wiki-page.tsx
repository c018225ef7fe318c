import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { IconBook, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { usePhoneTitle } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import { OpenPage } from './open-page.tsx'
import { rowsOf, treeOf } from './page-tree.ts'
import { useMayWrite, useWiki } from './use-wiki.ts'
import classes from './wiki.module.css'
import { wikiPageAt } from './wiki-address.ts'
import { WikiSide } from './wiki-side.tsx'

const NewPage = lazyNamed(() => import('./new-page.tsx'), 'NewPage')

/** The wiki of the account in the address; without one the shared pages. */
export function WikiPages() {
  const { account: named } = useParams({ strict: false }) as { account?: string }
  const account = useAccount()
  if (named === undefined) return <Wiki account={null} />
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
