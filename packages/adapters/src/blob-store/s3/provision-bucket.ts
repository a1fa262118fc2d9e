import {
  CreateBucketCommand,
  GetBucketPolicyStatusCommand,
  HeadBucketCommand,
  PutPublicAccessBlockCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { openBucket } from './open-bucket.ts'
import { unavailable } from './s3-errors.ts'

/**
 * Creates a private bucket, or checks that an existing one is. Throws ConfigError,
 * EngineUnavailable.
 */
export async function provisionBucket(url: string): Promise<void> {
  const { client, name: Bucket } = openBucket(url)
  try {
    try {
      await client.send(new HeadBucketCommand({ Bucket }))
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
      await client.send(new CreateBucketCommand({ Bucket }))
    }
    await closeToPublic()
    const isPublic = await client
      .send(new GetBucketPolicyStatusCommand({ Bucket }))
      .then(({ PolicyStatus }) => PolicyStatus?.IsPublic === true, withoutPolicy)
    if (!isPublic) return
  } catch (error) {
    throw unavailable(error)
  } finally {
    client.destroy()
  }
  throw new Error('The bucket is open to the public: remove its policy, then try again.')

  async function closeToPublic(): Promise<void> {
    const everything = {
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    }
    try {
      await client.send(
        new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: everything }),
      )
    } catch (error) {
      // Other stores often lack this switch; their buckets are private unless a policy opens them.
      if (!hasStatus(error, 501) && !hasStatus(error, 405)) throw error
    }
  }
}

/** No policy, or no policies at this store: nothing makes the bucket public. */
function withoutPolicy(error: unknown): false {
  if (hasStatus(error, 404) || hasStatus(error, 501) || hasStatus(error, 405)) return false
  throw error
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}
