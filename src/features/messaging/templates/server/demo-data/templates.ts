import type { TemplateRecord } from '../template-store.ts'

/** The templates of the demo. */
export const demoTemplates: readonly Omit<TemplateRecord, 'link'>[] = [
  {
    name: 'Planned upgrade',
    description: 'Work that restarts modems, announced a week before.',
    deliveryMethod: 'Banner',
    title: 'Upgrade for {{account.name}} on {{day}}',
    content:
      'Harmonic upgrades the nodes of **{{account.name}}** to {{version}} on {{day}}, {{window}} ({{account.timeZone}}).\n\nModems restart once, for about {{minutes}} minutes. Cases, downloads and the portal are not affected.\n\n- Questions: {{account.csm}}\n- Not on this day? Answer before the evening before.',
    userInputs: [
      { name: 'day', label: 'Day of the work', type: 'date', required: true },
      { name: 'window', label: 'From, to', type: 'text', required: true },
      { name: 'minutes', label: 'Minutes without service', type: 'number', required: true, minimum: 1, maximum: 60 },
      {
        name: 'version',
        label: 'Version',
        type: 'choice',
        required: true,
        choices: ['cOS-DOCSIS 0.15.4', 'cOS-CN-DOCSIS 3.24.2', 'cOS-CN-PON 2.8.0'],
      },
    ],
  },
  {
    name: 'Release delivered',
    description: 'Sent to the users of an account when a release is delivered to it.',
    deliveryMethod: 'BellAlert',
    title: '{{release.name}} was delivered to {{account.name}}',
    content:
      'Hello {{user.firstName}}, **{{release.name}}** is ready. It was approved by a second user and signed; its page says how to verify it offline.',
    userInputs: [],
  },
  {
    name: 'Bundle on hold',
    description: 'Sent to every account that has a release of the bundle.',
    deliveryMethod: 'ModalAlert',
    title: '{{bundle.name}} is on hold',
    content:
      'Do not install {{bundle.name}}. {{bundle.reason}}\n\nNodes that run it already are listed on your software page.',
    userInputs: [],
  },
]
