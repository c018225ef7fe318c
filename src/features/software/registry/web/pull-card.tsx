import { useState } from 'react'
import { type BundleRelease, listReleases } from '#features/software/releases/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconBrandDocker } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { FileName } from '#kit/web/look/file-name.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { type RegistryCredential, type ReleaseImage, readRegistryDetails } from '../contract.ts'
import { useText } from '../texts.ts'
import { type Client, ClientChoice, PullCommands } from './pull-commands.tsx'
import classes from './registry-page.module.css'

/** How the images of a release are pulled: the commands of a client, then the images. */
export function PullCard({ account, credentials }: { account: string; credentials: readonly RegistryCredential[] }) {
  const t = useText()
  const [release, setRelease] = useState<string>()
  const [credential, setCredential] = useState<string>()
  const [client, setClient] = useState<Client>('DOCKER')
  const query = useEveryOf<BundleRelease>(listReleases, {
    query: { account: [account], isApproved: true, size: 200 },
  })
  const usable = credentials.filter(({ state }) => state !== 'REVOKED' && state !== 'EXPIRED')
  return (
    <QueryView query={query} rows={4}>
      {(releases) => {
        const chosenId = release ?? releases[0]?.id
        if (!chosenId)
          return (
            <Card title={t('pull.title')}>
              <EmptyState colour="grey" icon={<IconBrandDocker size={22} aria-hidden />} title={t('pull.none')}>
                {t('pull.noneText')}
              </EmptyState>
            </Card>
          )
        return (
          <Card title={t('pull.title')}>
            <div className={classes.tools}>
              <Select
                aria-label={t('pull.release')}
                allowDeselect={false}
                data={releases.map(({ id, name, bundleName }) => ({ value: id, label: `${bundleName} · ${name}` }))}
                value={chosenId}
                onChange={(value) => setRelease(value ?? undefined)}
              />
              {usable.length > 0 && (
                <Select
                  aria-label={t('pull.credential')}
                  allowDeselect={false}
                  data={usable.map(({ id, name }) => ({ value: id, label: name }))}
                  value={credential ?? usable[0]!.id}
                  onChange={(value) => setCredential(value ?? undefined)}
                />
              )}
              <ClientChoice value={client} onChange={setClient} />
            </div>
            <Images release={chosenId} client={client} credential={credential ?? usable[0]?.id} />
          </Card>
        )
      }}
    </QueryView>
  )
}

function Images(props: { release: string; client: Client; credential: string | undefined }) {
  const t = useText()
  const { release, client, credential } = props
  const query = useQueryOf(readRegistryDetails, {
    params: { id: release },
    query: { detailsType: client, ...(credential ? { credential } : {}) },
  })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { images } = data
        if (images.length === 0) return <p className={classes.quiet}>{t('pull.noImages')}</p>
        const columns: readonly PlainColumn<ReleaseImage>[] = [
          {
            id: 'image',
            label: t('image.image'),
            cell: ({ repository }) => <FileName icon={<IconBrandDocker size={16} aria-hidden />} name={repository} />,
          },
          { id: 'tag', label: t('image.tag'), width: 6, cell: ({ tag }) => <code>{tag}</code> },
          {
            id: 'platforms',
            label: t('image.platforms'),
            width: 9,
            wide: true,
            cell: ({ platforms }) => platforms.join(', '),
          },
          {
            id: 'size',
            label: t('image.size'),
            width: 5.5,
            wide: true,
            align: 'right',
            cell: ({ size }) => formatBytes(size),
          },
          {
            id: 'state',
            label: t('image.state'),
            width: 8,
            wide: true,
            cell: ({ state }) => <StateBadge kind="file" state={state} />,
          },
          {
            id: 'copy',
            label: t('image.copy'),
            width: 3,
            quiet: true,
            align: 'right',
            cell: ({ pullCommand, repository }) => (
              <CopyButton value={pullCommand} label={t('image.copyOf', { name: repository })} />
            ),
          },
        ]
        return (
          <div className={classes.main}>
            <PullCommands details={data} />
            <PlainTable
              label={t('pull.images')}
              columns={columns}
              rows={images}
              id={({ digest, repository }) => `${repository} ${digest}`}
            />
          </div>
        )
      }}
    </QueryView>
  )
}
