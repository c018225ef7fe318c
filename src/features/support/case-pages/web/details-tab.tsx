import type { ReactNode } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { casePriorities, workStatuses } from '#features/support/case-access/contract.ts'
import { type Case, listAddressees, listFieldOptions } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { CasePanels } from './case-panels.tsx'
import classes from './details-tab.module.css'
import { EditableChoice, EditableLabels, EditableText } from './editable-field.tsx'
import { type CaseChange, useEditCase } from './use-edit-case.ts'

/**
 * Every field of a case; editable ones are edited in place. Beside the conversation (`aside`) what the page shows
 * already is left out.
 */
export function DetailsTab({ found, aside = false }: { found: Case; aside?: boolean }) {
  const t = useText()
  const vendor = isVendor(usePrincipal())
  const { save, busy } = useEditCase(found)
  const may = found.actions.includes('edit')
  const options = useOptions(found, vendor && may)
  const put = (field: string, change: CaseChange) => (onDone: () => void) =>
    save(change, t('done.saved', { field }), { done: onDone })
  const fieldProps = { busy }
  return (
    <>
      <dl className={classes.fields} data-aside={aside || undefined}>
        {!aside && (
          <EditableText
            {...fieldProps}
            label={t('field.subject')}
            value={found.subject}
            may={may}
            onSave={(subject) => put(t('field.subject'), { subject })}
          />
        )}
        <EditableChoice
          {...fieldProps}
          label={t('field.status')}
          value={found.status}
          shown={t(`status.${found.status}`)}
          may={found.actions.includes('status') && workStatuses.includes(found.status)}
          options={workStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onSave={(value) => put(t('field.status'), { status: workStatuses.find((one) => one === value) })}
        />
        <EditableChoice
          {...fieldProps}
          label={t('field.priority')}
          value={found.priority}
          shown={t(`priority.${found.priority}`)}
          may={may}
          options={casePriorities
            .filter((value) => value !== 'CRITICAL' || found.type === 'OUTAGE')
            .map((value) => ({ value, label: t(`priority.${value}`) }))}
          onSave={(value) => put(t('field.priority'), { priority: casePriorities.find((one) => one === value) })}
        />
        <EditableChoice
          {...fieldProps}
          label={t('field.assignee')}
          value={found.assignee?.username ?? ''}
          shown={found.assignee?.fullName ?? t('field.nobody')}
          may={found.actions.includes('assign')}
          options={[{ value: '', label: t('field.nobody') }, ...options.users]}
          onSave={(value) => put(t('field.assignee'), { assignee: value || null })}
        />
        <EditableChoice
          {...fieldProps}
          label={t('field.product')}
          value={found.product ?? ''}
          shown={found.product ?? t('field.none')}
          may={may && vendor}
          options={[{ value: '', label: t('field.none') }, ...options.products]}
          onSave={(value) => put(t('field.product'), { product: value || null })}
        />
        <EditableText
          {...fieldProps}
          label={t('field.productVersion')}
          value={found.productVersion ?? ''}
          may={may && vendor}
          optional
          mono
          onSave={(value) => put(t('field.productVersion'), { productVersion: value || null })}
        />
        <Detail label={t('field.deployment')}>
          {found.deployment && (
            <span className="row">
              {found.deployment.name} <code>{found.deployment.softwareVersion}</code>
            </span>
          )}
        </Detail>
        <EditableText
          {...fieldProps}
          label={t('field.contact')}
          value={found.contact ?? ''}
          may={may && vendor}
          optional
          onSave={(value) => put(t('field.contact'), { contact: value || null })}
        />
        {vendor && (
          <EditableText
            {...fieldProps}
            label={t('field.crmId')}
            value={found.crmId ?? ''}
            may={may}
            optional
            mono
            onSave={(value) => put(t('field.crmId'), { crmId: value.trim() || null })}
          />
        )}
        <EditableLabels
          {...fieldProps}
          label={t('field.labels')}
          values={found.labels}
          may={may && vendor}
          onSave={(labels) => put(t('field.labels'), { labels })}
        />
        {!aside && (
          <>
            <EditableText
              {...fieldProps}
              label={t('field.description')}
              value={found.description}
              may={may}
              optional
              markdown
              onSave={(text) => put(t('field.description'), { description: text })}
            />
            <Detail label={t('field.reporter')}>{found.reporter.fullName}</Detail>
            <Detail label={t('field.watchers')}>{found.watchers.map(({ fullName }) => fullName).join(', ')}</Detail>
          </>
        )}
        {found.issueReason && <Detail label={t('field.issueReason')}>{t(`reason.${found.issueReason}`)}</Detail>}
        <Detail label={t('field.created')}>{formatDateTime(found.created)}</Detail>
        <Detail label={t('field.updated')}>{formatDateTime(found.updated)}</Detail>
        <Detail label={t('field.firstResponse')}>{found.firstResponse && formatDateTime(found.firstResponse)}</Detail>
        <Detail label={t('field.resolved')}>{found.resolved && formatDateTime(found.resolved)}</Detail>
        {found.externalId && (
          <Detail label={t('field.externalId')}>
            <span translate="no">{found.externalId}</span>
          </Detail>
        )}
        {(found.trackerKey || found.sync) && (
          <Detail label={t('field.trackerKey')}>
            {[found.trackerKey, found.sync && t(`sync.${found.sync.state}`)].filter(Boolean).join(' · ')}
            {found.sync?.error && <span className={classes.rejected}>{found.sync.error}</span>}
          </Detail>
        )}
      </dl>
      <CasePanels found={found} place="side" />
    </>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  const t = useText()
  const empty = children === null || children === undefined || children === ''
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd>{empty ? t('field.none') : children}</dd>
    </div>
  )
}

function useOptions(supportCase: Case, isWanted: boolean) {
  const account = supportCase.account
  const users = useQueryOf(listAddressees, { query: { account } }, { enabled: isWanted })
  const products = useQueryOf(listFieldOptions, { query: { field: 'product', account } }, { enabled: isWanted })
  return {
    users: (users.data?._embedded.addressees ?? [])
      .filter(({ vendor }) => vendor)
      .map(({ username, fullName }) => ({ value: username, label: fullName })),
    products: products.data?._embedded.options ?? [],
  }
}
