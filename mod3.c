int f(int b){int arr[4]={1,2,3,4}; return arr[b%3];}
