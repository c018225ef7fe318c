import { Checkbox } from '@mantine/core'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import type { InBundle, PickedImage } from './in-bundle.ts'
import { KnownState } from './known-state.tsx'
import type { Vendor } from './use-picker.ts'

type Row = { readonly image: PickedImage; readonly known: InBundle }

/** The images of a version; all that the bundle does not have are chosen until they are dropped. */
export function PickedImages(props: {
  vendor: Vendor
  images: readonly Row[]
  dropped: readonly string[]
  onChange: (droppedUrls: readonly string[]) => void
}) {
  const t = useText()
  const phone = useIsMobile()
  const { vendor, images, dropped: droppedUrls, onChange } = props
  const columns: readonly PlainColumn<Row>[] = [
    {
      id: 'choose',
      label: t('picker.choose'),
      width: phone ? 2.5 : 3,
      quiet: true,
      cell: ({ image: { url, containerName }, known }) => (
        <Checkbox
          aria-label={t('picker.pick', { name: containerName })}
          disabled={!known.isFree}
          checked={known.isFree && !droppedUrls.includes(url)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? droppedUrls.filter((one) => one !== url) : [...droppedUrls, url])
          }
        />
      ),
    },
    { id: 'name', label: t('picker.container'), cell: ({ image }) => <code>{image.containerName}</code> },
    { id: 'tag', label: t('image.tag'), width: 6.5, wide: true, cell: ({ image }) => <code>{image.tag}</code> },
    {
      id: 'platforms',
      label: t('image.platforms'),
      width: 9,
      wide: true,
      cell: ({ image: { platforms } }) => (
        <span title={platforms.join(', ')}>
          {platforms.map((platform) => platform.replace('linux/', '')).join(', ')}
        </span>
      ),
    },
    {
      id: 'size',
      label: t('image.size'),
      width: 5.5,
      align: 'right',
      cell: ({ image }) => formatBytes(image.size),
    },
    {
      id: 'known',
      label: t('picker.inBundle'),
      width: phone ? 7 : 9.5,
      cell: ({ known }) => (
        <KnownState known={known} fresh={t(vendor === 'portal' ? 'picker.stored' : 'picker.copied')} />
      ),
    },
  ]
  return <PlainTable label={t('picker.images')} columns={columns} rows={images} id={({ image }) => image.url} />
}
