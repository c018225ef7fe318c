/**
 * Whether the tests run in the settings of a production installation (`node tools/test.mjs --settings production`): no
 * demo, so that staff need a second factor, and mail is sent to an SMTP server.
 */
export const inProduction = process.env.TEST_SETTINGS === 'production'
