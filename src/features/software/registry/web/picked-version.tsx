import { useState } from 'react'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import type { DockerVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import { addPicked, type FetchFile } from './add-picked.ts'
import { imageInBundle, isoInBundle } from './in-bundle.ts'
import { PickedImages } from './picked-images.tsx'
import { PickedIsos } from './picked-isos.tsx'
import { PickerCheck } from './picker-check.tsx'
import { PickerFooter } from './picker-footer.tsx'
import type { Vendor } from './use-picker.ts'

/** The version that is chosen: its check, its images and ISO files to choose from, and the button that adds them. */
export function PickedVersion(props: {
  vendor: Vendor
  bundleId: string
  product: string
  branch: string
  version: DockerVersion
  fetchFile: FetchFile
  onClose: () => void
}) {
  const t = useText()
  const { vendor, bundleId, product, branch, version, fetchFile, onClose } = props
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [isos, setIsos] = useState<readonly string[]>([])
  const [pending, setPending] = useState(false)
  const query = useQueryOf(listBundleComponents, { query: { bundleId, size: 10_000 } })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { components } = data._embedded
        const images = version.dockerImages.map((image) => ({ image, known: imageInBundle(image, components) }))
        const chosen = images.filter(({ image, known }) => known.isFree && !dropped.includes(image.url))
        const files = version.isoURLs.map((path) => ({ path, known: isoInBundle(path, components) }))
        const bytes = vendor === 'portal' ? 0 : chosen.reduce((sum, { image }) => sum + image.size, 0)
        const add = async () => {
          setPending(true)
          const place = { bundleId, product, branch, version: version.tag }
          const added = await addPicked(
            { ...place, images: chosen.map(({ image }) => image), isos },
            fetchFile,
            (count) => t('picker.added', { count }),
          )
          setPending(false)
          if (added) onClose()
        }
        return (
          <>
            <PickerCheck {...{ vendor, product, branch }} version={version.tag} />
            <PickedImages vendor={vendor} images={images} dropped={dropped} onChange={setDropped} />
            {files.length > 0 && <PickedIsos files={files} chosen={isos} onChange={setIsos} />}
            <PickerFooter
              images={chosen.length}
              isos={isos.length}
              bytes={bytes}
              pending={pending}
              onAdd={() => void add()}
              onClose={onClose}
            />
          </>
        )
      }}
    </QueryView>
  )
}
