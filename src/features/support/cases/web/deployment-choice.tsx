import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useEffect } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { IconCheck, IconChevronDown, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import classes from './new-case.module.css'
import { useText } from './text.ts'

/** Chooses the deployment that a case is about, with the version that it runs; the only one is chosen already. */
export function DeploymentChoice(props: {
  id: string
  'aria-describedby': string | undefined
  deployments: Account['deployments']
  value: string
  invalid: boolean
  onChange: (id: string) => void
}) {
  const t = useText()
  const { deployments, value, onChange } = props
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const chosen = deployments.find(({ id }) => id === value)
  const only = deployments.length === 1 ? deployments[0]?.id : undefined
  useEffect(() => {
    if (only && only !== value) onChange(only)
  }, [only, value, onChange])
  return (
    <Combobox
      store={store}
      onOptionSubmit={(id) => {
        onChange(id)
        store.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          pointer
          id={props.id}
          aria-labelledby={`${props.id}label ${props.id}`}
          aria-describedby={props['aria-describedby']}
          disabled={deployments.length === 0}
          error={props.invalid}
          leftSection={<IconServer2 size={15} aria-hidden />}
          rightSection={<IconChevronDown size={15} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => store.toggleDropdown()}
        >
          {chosen ? (
            <Words deployment={chosen} />
          ) : (
            <span className={classes.placeholder}>{t('new.chooseDeployment')}</span>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('new.deployment')}>
          {deployments.map((deployment) => (
            <Combobox.Option key={deployment.id} value={deployment.id} active={deployment.id === value}>
              <span className="row">
                <Words deployment={deployment} />
                {deployment.id === value && <IconCheck size={15} aria-hidden className="end" />}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Words({ deployment }: { deployment: Account['deployments'][number] }) {
  return (
    <span className={classes.deployment}>
      {deployment.name} <code>{deployment.softwareVersion}</code>
    </span>
  )
}
