import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#kit/web/data/api-error.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { listDockerProducts } from '../contract.ts'
import { useText } from '../texts.ts'
import type { FetchFile } from './add-picked.ts'
import classes from './container-picker.module.css'
import { PickerBody } from './picker-body.tsx'
import type { Vendor } from './use-picker.ts'

/**
 * Chooses images by product, branch and version, all three in one field, and adds them to a bundle: from the connected
 * registry, or from the portal's own.
 */
export function ContainerPicker(props: { bundleId: string; fetchFile: FetchFile; onClose: () => void }) {
  const t = useText()
  const phone = useIsMobile()
  const [chosenVendor, setChosenVendor] = useState<Vendor>()
  const registryQuery = useQueryOf(listDockerProducts, { params: { vendor: 'registry' }, query: { size: 1000 } })
  const { error } = registryQuery
  const none = error instanceof ApiError && error.code === 'registry-not-connected'
  const vendor = chosenVendor ?? (none ? 'portal' : registryQuery.isPending ? undefined : 'registry')
  return (
    <Drawer
      opened
      position="right"
      size={phone ? '100%' : 744}
      title={t('picker.title')}
      onClose={props.onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <SegmentedControl
        small
        aria-label={t('picker.from')}
        options={[
          { value: 'registry', label: t('picker.registry') },
          { value: 'portal', label: t('picker.portal') },
        ]}
        value={vendor ?? 'registry'}
        onChange={setChosenVendor}
      />
      {vendor ? <PickerBody key={vendor} vendor={vendor} {...props} /> : <LoadingRows rows={6} />}
    </Drawer>
  )
}
