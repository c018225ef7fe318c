import type { ComponentFile } from '#features/software/bundles/contract.ts'
import type { BundleComponent } from '#features/software/uploads/contract.ts'
import { UploadBar, type UploadItem } from '#features/software/uploads/web/index.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { FileName } from '#kit/web/look/file-name.tsx'
import { ShortDigest } from '#kit/web/look/short-digest.tsx'
import type { PlainColumn } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'
import { ComponentIcon } from './component-icon.tsx'
import { ComponentMenu } from './component-menu.tsx'
import { type ComponentRow, kindOf } from './component-row.ts'

/** The columns of a bundle's files; `may` adds the actions of each. */
export function useComponentColumns(may: boolean): readonly PlainColumn<ComponentRow>[] {
  const t = useText()
  const phone = useIsMobile()
  return [
    {
      id: 'name',
      label: t('files.component'),
      cell: (row) => (
        <FileName
          icon={<ComponentIcon kind={kindOf(row)} />}
          name={row.name}
          note={row.open ? arrivalOf(row.open, t) : row.file?.container?.platforms.join(', ')}
        />
      ),
    },
    {
      id: 'kind',
      label: t('column.kind'),
      width: 6,
      wide: true,
      cell: (row) => t(`kind.${kindOf(row)}`),
    },
    {
      id: 'size',
      label: t('column.size'),
      width: 5.5,
      wide: true,
      align: 'right',
      cell: ({ file, item, open }) => writeSize((item ?? open ?? file).size),
    },
    {
      id: 'digest',
      label: t('column.digest'),
      width: 8.5,
      wide: true,
      cell: ({ file }) => (file ? <Digest file={file} /> : '–'),
    },
    {
      id: 'state',
      label: t('column.state'),
      width: phone ? 7.5 : 11,
      cell: ({ file, item, open }) => {
        if (item) return <Progress item={item} />
        return open ? <Percent percent={open.progress} name={open.fileName} /> : <FileState file={file} />
      },
    },
    ...(may
      ? [
          {
            id: 'menu',
            label: t('files.menu'),
            width: 3,
            quiet: true,
            align: 'right' as const,
            cell: (row: ComponentRow) => <ComponentMenu row={row} />,
          },
        ]
      : []),
  ]
}

/** Malware found, or a pending scan, matters more than the place. */
function FileState({ file }: { file: ComponentFile }) {
  if (file.check) return <FileCheckBadge check={file.check} />
  return <StateBadge kind="file" state={file.fileStatus} />
}

function writeSize(size: number | null | undefined): string {
  return typeof size === 'number' ? formatBytes(size) : '–'
}

/** That of an image is copied as clients name it. */
function Digest({ file: { digest, container, fileName } }: { file: ComponentFile }) {
  const t = useText()
  if (digest === null) return '–'
  return (
    <ShortDigest value={container ? `sha256:${digest}` : digest} copy={t('files.copyDigest', { name: fileName })} />
  )
}

/** How many bytes have arrived, and from where or whom. */
function arrivalOf({ received, size, isFetchable, source, createdBy }: BundleComponent, t: ReturnType<typeof useText>) {
  const some = formatBytes(received)
  const bytes = size === null ? t('files.received', { some }) : t('files.receivedOf', { some, all: formatBytes(size) })
  return `${bytes} · ${isFetchable ? t('files.from', { source: source ?? '' }) : t('files.sentBy', { name: createdBy })}`
}

function Progress({ item: { stage, percent, name, error } }: { item: UploadItem }) {
  const tone = stage === 'failed' || stage === 'paused' ? stage : undefined
  return <Percent percent={percent} name={name} tone={tone} error={error} />
}

function Percent(props: {
  percent: number
  name: string
  tone?: 'failed' | 'paused' | undefined
  error?: string | undefined
}) {
  const { percent, name, tone, error } = props
  return (
    <span className={classes.progress} title={error}>
      <UploadBar percent={percent} tone={tone} label={name} />
      <span>{`${Math.round(percent)} %`}</span>
    </span>
  )
}
