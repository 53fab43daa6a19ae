import { threadActivity } from '@iklab/core/time';
import { promisifyRequest, type UseStore } from 'idb-keyval';
import type { Services } from './services.ts';

/**
 * Creates a key-value store that opens its database only for each access. An open database uses
 * memory and cannot be deleted.
 */
export function createOnDemandStore(
  { databases }: Pick<Services, 'databases'>,
  name: string,
  store: string,
): UseStore {
  const withDatabase: UseStore = async (mode, act) => {
    if (!databases) throw new Error('it has no database');
    const request = databases.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    const database = await promisifyRequest(request);
    try {
      return await act(database.transaction(store, mode).objectStore(store));
    } finally {
      database.close();
    }
  };
  return (mode, act) => threadActivity.track('store', withDatabase(mode, act));
}
