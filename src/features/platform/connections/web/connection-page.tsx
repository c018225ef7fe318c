import { useParams } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { readConnection } from '../contract.ts'
import { connectionsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionBadges } from './connection-badges.tsx'
import { ConnectionDetails } from './connection-details.tsx'

const back = connectionsPath()

/** One connection: its health, its calls, its messages and its settings. */
export function ConnectionPage() {
  const t = useText()
  const phone = useIsMobile()
  const { connectionId: id = '' } = useParams({ strict: false }) as { connectionId?: string }
  const query = useQueryOf(readConnection, { params: { id } })
  usePageLabel(query.data && t(`port.${query.data.port}`), { back })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconPlugConnectedX}
          title={t('gone')}
          actions={
            <Button variant="default" to={back}>
              {t('toConnections')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(connection) => {
        const { port, systemName, label, address, account } = connection
        const parts = [systemName, label !== systemName && label, account?.displayName ?? t('shared'), address]
        return (
          <Page>
            <PageHeader
              stacked
              title={t(`port.${port}`)}
              badges={<ConnectionBadges connection={connection} />}
              note={parts.filter(Boolean).join(' · ')}
              actions={<ConnectionActions connection={connection} back={back} />}
            />
            <ConnectionDetails connection={connection} />
            {phone && (
              <BottomBar>
                <ConnectionActions connection={connection} back={back} />
              </BottomBar>
            )}
          </Page>
        )
      }}
    </QueryView>
  )
}
