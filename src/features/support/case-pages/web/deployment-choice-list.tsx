import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../texts.ts'
import { DeploymentButton, type DeploymentChoiceProps, DeploymentName } from './deployment-button.tsx'

/** The list of a `DeploymentChoice`, in a script of its own. */
export function DeploymentChoiceList(props: DeploymentChoiceProps) {
  const t = useText()
  const { deployments, value, onChange } = props
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  return (
    <Combobox
      store={store}
      onOptionSubmit={(id) => {
        onChange(id)
        store.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <DeploymentButton {...props} onPress={() => store.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('new.deployment')}>
          {deployments.map((deployment) => (
            <Combobox.Option key={deployment.id} value={deployment.id} active={deployment.id === value}>
              <span className="row">
                <DeploymentName deployment={deployment} />
                {deployment.id === value && <IconCheck size={15} aria-hidden className="end" />}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
