import {
  CreateBucketCommand,
  GetBucketPolicyStatusCommand,
  HeadBucketCommand,
  PutPublicAccessBlockCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { openBucket } from './open-bucket.ts'
import { unavailable } from './s3-errors.ts'

/** Creates a private bucket or checks an existing one. Throws ConfigError, EngineUnavailable. */
export async function provisionBucket(url: string): Promise<void> {
  const { client, name: Bucket } = openBucket(url)
  try {
    const found = await client.send(new HeadBucketCommand({ Bucket })).catch(unlessStatus(404))
    if (found === null) await client.send(new CreateBucketCommand({ Bucket }))
    // Other stores often lack this switch; their buckets are private unless a policy opens them.
    await client.send(new PutPublicAccessBlockCommand(closedToPublic(Bucket))).catch(unlessStatus(501, 405))
    // No policy, or no policies at this store: nothing makes the bucket public.
    const policy = new GetBucketPolicyStatusCommand({ Bucket })
    const answer = await client.send(policy).catch(unlessStatus(404, 501, 405))
    if (answer?.PolicyStatus?.IsPublic !== true) return
  } catch (error) {
    throw unavailable(error)
  } finally {
    client.destroy()
  }
  throw new Error('The bucket is open to the public: remove its policy, then try again.')
}

function closedToPublic(Bucket: string) {
  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: true,
  }
  return { Bucket, PublicAccessBlockConfiguration }
}

/** Null for an answer with one of these statuses, else throws the error. */
function unlessStatus(...statuses: readonly number[]): (error: unknown) => null {
  return (error) => {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (statuses.includes(status ?? 0)) return null
    throw error
  }
}
