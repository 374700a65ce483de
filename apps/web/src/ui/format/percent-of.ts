export { percentOf } from '@portico/contract/percent-of'
