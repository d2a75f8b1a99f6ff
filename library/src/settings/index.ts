/** Fields that describe the parameters of a definition of your own: settings.number({ default: 1, … }). */
export * as settings from './fields.ts';
export {
  alternatives,
  choice,
  defaultsOf,
  exactly,
  type Field,
  type Fields,
  flag,
  type GivenSettings,
  list,
  named,
  number,
  pair,
  record,
  type SettingsOf,
  variants,
  wholeNumber,
} from './fields.ts';
