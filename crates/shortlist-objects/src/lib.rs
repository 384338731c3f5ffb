//! Kept files in a store of objects that speaks S3, so that several servers share them.
