import { Shortcut } from '../look/keys.tsx'
import { Modal } from '../look/modal.tsx'
import { useText } from '../text/kit-text.ts'
import { currentKeys, type KeyBinding } from './key-registry.ts'
import classes from './key-sheet.module.css'

/** The sheet of all keys that work on this page, by group. */
export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      size={640}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.groups}>
        {[...groupBindings(currentKeys())].map(([group, keys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keys.map((binding) => (
                <div key={binding.combo} className={classes.line}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <span className={classes.spoken}>{binding.combo}</span>
                    {binding.combo.split(' ').map((step) => (
                      <Shortcut key={step} combo={step} split />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function groupBindings(bindings: readonly KeyBinding[]): Map<string, KeyBinding[]> {
  const groups = new Map<string, KeyBinding[]>()
  const seenCombos = new Set<string>()
  for (const binding of bindings) {
    if (seenCombos.has(binding.combo)) continue
    seenCombos.add(binding.combo)
    groups.set(binding.group, [binding, ...(groups.get(binding.group) ?? [])])
  }
  return groups
}
