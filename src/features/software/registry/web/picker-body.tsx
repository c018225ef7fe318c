import { IconBrandDocker } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import type { FetchFile } from './add-picked.ts'
import classes from './container-picker.module.css'
import { PickedVersion } from './picked-version.tsx'
import { PickerColumn } from './picker-column.tsx'
import { PickerInput } from './picker-field.tsx'
import { PickerFooter } from './picker-footer.tsx'
import { wordOf } from './picker-levels.ts'
import { usePicker, type Vendor } from './use-picker.ts'

type Props = { vendor: Vendor; bundleId: string; fetchFile: FetchFile; onClose: () => void }

/** The images of one registry: the field, its three columns, and the version that is chosen. */
export function PickerBody({ vendor, bundleId, fetchFile, onClose }: Props) {
  const t = useText()
  const { field, setField, found, read, isWaiting, levels, version, choose, settleNext } = usePicker(vendor)
  const { products, product, named, branches, branch, branchNames, versions, tags } = levels
  const { error } = found
  const none = (
    <EmptyState
      colour="grey"
      icon={<IconBrandDocker size={22} aria-hidden />}
      title={t(error ? 'picker.notConnected' : 'picker.empty')}
    >
      {vendor === 'portal' ? t('picker.push', { host: location.host }) : error && t('picker.connect')}
    </EmptyState>
  )
  const isRead = !isWaiting && !(read.error && !read.data)
  return (
    <QueryView query={found} rows={6} notFound={none} empty={none}>
      {() => (
        <>
          <PickerInput field={field} onChange={setField} onSettle={settleNext} />
          <div className={classes.columns}>
            <PickerColumn
              label={t('picker.product')}
              names={named}
              total={products.length}
              word={wordOf(field, 0)}
              chosen={product}
              noteOf={(name) => {
                const one = products.find((other) => other.product === name)
                return t('picker.branches', { count: one?.branches.length ?? 0 })
              }}
              onChoose={(name) => choose(0, name)}
            />
            <PickerColumn
              label={t('picker.branch')}
              names={branchNames}
              total={branches.length}
              word={wordOf(field, 1)}
              chosen={branch}
              noteOf={(name) =>
                t('picker.versions', { count: branches.find((one) => one.name === name)?.versions ?? 0 })
              }
              onChoose={(name) => choose(1, name)}
            />
            <PickerColumn
              label={t('picker.version')}
              names={tags}
              total={versions.length}
              word={wordOf(field, 2)}
              chosen={version?.tag}
              noteOf={(name) => {
                const updated = versions.find(({ tag }) => tag === name)?.updated
                return updated && formatDate(updated)
              }}
              onChoose={(name) => choose(2, name)}
            >
              {isRead ? undefined : (
                <QueryView query={read} rows={3}>
                  {() => null}
                </QueryView>
              )}
            </PickerColumn>
          </div>
          {version && product !== undefined && branch !== undefined ? (
            <PickedVersion
              key={`${product}/${branch}/${version.tag}`}
              {...{ vendor, bundleId, product, branch, version, fetchFile, onClose }}
            />
          ) : (
            <PickerFooter images={0} isos={0} bytes={0} pending={false} onAdd={() => undefined} onClose={onClose} />
          )}
        </>
      )}
    </QueryView>
  )
}
