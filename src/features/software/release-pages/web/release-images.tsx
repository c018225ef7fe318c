import { type BundleRelease, type FrozenImage, listReleaseImages } from '#features/software/releases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconBrandDocker } from '#kit/web/icons/icons.generated.ts'
import { FileName } from '#kit/web/look/file-name.tsx'
import { ShortDigest } from '#kit/web/look/short-digest.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainComing, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { ComponentState } from './component-state.tsx'

/** The images of a release, with the digest that the signed manifest has of each. */
export function ReleaseImages({ release: { id, images: count } }: { release: BundleRelease }) {
  const t = useText()
  const phone = useIsMobile()
  const result = useQueryOf(listReleaseImages, { params: { id }, query: { size: 10_000 } })
  const columns: readonly PlainColumn<FrozenImage>[] = [
    {
      id: 'name',
      label: t('images.container'),
      cell: ({ name, tag, platforms }) => (
        <FileName
          icon={<IconBrandDocker size={16} aria-hidden />}
          name={name}
          note={[...(phone ? [tag] : []), platforms.join(', ')].join(' · ')}
        />
      ),
    },
    { id: 'tag', label: t('images.tag'), width: 6.5, wide: true, cell: ({ tag }) => <code title={tag}>{tag}</code> },
    { id: 'size', label: t('column.size'), width: 5.5, align: 'right', cell: ({ size }) => formatBytes(size) },
    {
      id: 'digest',
      label: t('images.digest'),
      width: phone ? 4 : 8.5,
      quiet: phone,
      cell: ({ digest, name }) => (
        <ShortDigest value={digest} copy={t('images.copyDigest', { name })} buttonOnly={phone} />
      ),
    },
    {
      id: 'state',
      label: t('column.status'),
      width: 8.5,
      wide: true,
      cell: ({ status, deployed, receiptSigned }) => (
        <ComponentState state={status} unsigned={deployed !== null && !receiptSigned} />
      ),
    },
  ]
  return (
    <QueryView query={result} loading={<PlainComing rows={count} />}>
      {({ _embedded: { images } }) => (
        <PlainTable label={t('images.title')} columns={columns} rows={images} id={(image) => image.id} />
      )}
    </QueryView>
  )
}
